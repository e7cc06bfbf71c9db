"""The help: two of the documents of the tree, as they were installed. It needs no network and no clinic."""
