"""Red lines at work: the wording of what enters a record or is shown, the rows that tell of constraints, the texts that were put aside."""
