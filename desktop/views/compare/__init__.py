"""复诊对比: two visits side by side, with the basis of each change."""
