"""How everything looks: colours, sizes, font and icons, each named in one file and nowhere else."""
