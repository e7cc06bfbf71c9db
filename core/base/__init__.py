"""What every other room stands on: errors, ids, clock, paths, atomic files, text and people's data. Pure but for paths."""
