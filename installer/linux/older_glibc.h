/* Included before every file that compile.sh compiles: these functions have a newer form since glibc 2.29. The older one, which
   differs only in what it tells of an error, is on every system that this program runs on. */
__asm__(".symver exp,exp@GLIBC_2.2.5");
__asm__(".symver exp2,exp2@GLIBC_2.2.5");
__asm__(".symver log,log@GLIBC_2.2.5");
__asm__(".symver log2,log2@GLIBC_2.2.5");
__asm__(".symver pow,pow@GLIBC_2.2.5");
