/* Starts the version that current.txt names, with the interpreter that lies in it, and ends with its exit code.

   Lies beside current.txt and versions\. Compiled twice: with CONSOLE it is mingdao.exe, without it mingdao-clinic.exe. The rest of
   the command line is passed on as it is. Whoever ends this program ends the one it started. */

#include <windows.h>

#ifdef CONSOLE
#define PYTHON L"python.exe"
#define PROGRAM L"mingdao.py"
#else
#define PYTHON L"pythonw.exe"
#define PROGRAM L"mingdao-clinic.py"
#endif

#define LONGEST 32767 /* characters of a path and of a command line, as Windows has it */
#define NAME 64       /* characters of a version's name */
#define BROKEN 9      /* the exit code when there is nothing to start */

static WCHAR folder[LONGEST + 1], place[LONGEST + 1], line[LONGEST + 1], version[NAME + 1];

static int broken(const WCHAR *what) {
    static const WCHAR words[] = L"\x660E\x9053\x8BCA\x6240 MingDao Clinic\r\n\r\n"
                                 L"\x7A0B\x5E8F\x6587\x4EF6\x4E0D\x5168\xFF0C\x8BF7\x91CD\x65B0\x5B89\x88C5\x3002"
                                 L"\x75C5\x5386\x6570\x636E\x4E0D\x53D7\x5F71\x54CD\x3002\r\n"
                                 L"The program is not complete. Please install it again; patients' data is not touched.\r\n\r\n";
    lstrcpynW(line, words, LONGEST);
    if (lstrlenW(line) + lstrlenW(what) < LONGEST) lstrcatW(line, what);
#ifdef CONSOLE
    char said[4096];
    DWORD written;
    int length = WideCharToMultiByte(CP_UTF8, 0, line, -1, said, sizeof said - 2, NULL, NULL);
    if (length > 0) WriteFile(GetStdHandle(STD_ERROR_HANDLE), said, length - 1, &written, NULL);
#else
    MessageBoxW(NULL, line, L"MingDao Clinic", MB_OK | MB_ICONERROR);
#endif
    return BROKEN;
}

/* Appends, or says that it does not fit. */
static BOOL add(WCHAR *to, const WCHAR *what) {
    if (lstrlenW(to) + lstrlenW(what) > LONGEST) return FALSE;
    lstrcatW(to, what);
    return TRUE;
}

/* The name in current.txt: letters, figures and . + - only, so that it leads nowhere else. */
static BOOL read_version(void) {
    char said[NAME + 3];
    DWORD length = 0, at;
    place[0] = 0;
    if (!add(place, folder) || !add(place, L"current.txt")) return FALSE;
    HANDLE file = CreateFileW(place, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return FALSE;
    BOOL is_read = ReadFile(file, said, sizeof said, &length, NULL);
    CloseHandle(file);
    while (length && (said[length - 1] == '\n' || said[length - 1] == '\r')) length--;
    if (!is_read || !length || length > NAME || said[0] < '0' || said[0] > '9') return FALSE;
    for (at = 0; at < length; at++) {
        char c = said[at];
        if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '.' && c != '+' && c != '-') return FALSE;
        version[at] = (WCHAR)c;
    }
    version[length] = 0;
    return TRUE;
}

/* The folder of that version into `place`. Setup puts one aside under the second name while it lays the same one out anew. */
static BOOL find_program(void) {
    static const WCHAR *before[] = {L"versions\\", L"versions\\.gone-"};
    int at;
    for (at = 0; at < 2; at++) {
        place[0] = 0;
        if (!add(place, folder) || !add(place, before[at]) || !add(place, version) || !add(place, L"\\")) return FALSE;
        int length = lstrlenW(place);
        if (!add(place, PYTHON)) return FALSE;
        if (GetFileAttributesW(place) != INVALID_FILE_ATTRIBUTES) {
            place[length] = 0;
            return TRUE;
        }
    }
    return FALSE;
}

/* What follows the program's own name in the command line. */
static const WCHAR *arguments(void) {
    const WCHAR *rest = GetCommandLineW();
    BOOL is_quoted = FALSE;
    for (; *rest && (is_quoted || (*rest != L' ' && *rest != L'\t')); rest++)
        if (*rest == L'"') is_quoted = !is_quoted;
    while (*rest == L' ' || *rest == L'\t') rest++;
    return rest;
}

#ifdef CONSOLE
static BOOL WINAPI leave_it(DWORD event) { /* Ctrl+C is for the program that was started */
    return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}
#endif

/* A handle that the program may have, too; none where there is none, as for what the menu starts: a bad one it would choke on. */
static HANDLE passed_on(DWORD which) {
    HANDLE here = GetStdHandle(which), there = NULL, self = GetCurrentProcess();
    if (!here || here == INVALID_HANDLE_VALUE || GetFileType(here) == FILE_TYPE_UNKNOWN) return NULL;
    return DuplicateHandle(self, here, self, &there, 0, TRUE, DUPLICATE_SAME_ACCESS) ? there : NULL;
}

static int run(void) {
    STARTUPINFOW start;
    PROCESS_INFORMATION started;
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits;
    DWORD length = GetModuleFileNameW(NULL, folder, LONGEST), code = BROKEN;

    while (length && folder[length - 1] != L'\\') length--;
    folder[length] = 0;
    if (!read_version()) return broken(L"current.txt");
    if (!find_program()) return broken(version);
    if (!add(line, L"\"") || !add(line, place) || !add(line, PYTHON L"\" -X utf8 -B \"") || !add(line, place) ||
        !add(line, PROGRAM L"\" ") || !add(line, arguments()))
        return broken(L"206");
    if (!add(place, PYTHON)) return broken(version);

    ZeroMemory(&start, sizeof start);
    ZeroMemory(&limits, sizeof limits);
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = passed_on(STD_INPUT_HANDLE);
    start.hStdOutput = passed_on(STD_OUTPUT_HANDLE);
    start.hStdError = passed_on(STD_ERROR_HANDLE);
    HANDLE job = CreateJobObjectW(NULL, NULL);
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK;
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
#ifdef CONSOLE
    SetConsoleCtrlHandler(leave_it, TRUE);
#endif
    if (!CreateProcessW(place, line, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &start, &started)) return broken(place);
    AssignProcessToJobObject(job, started.hProcess);
    ResumeThread(started.hThread);
    CloseHandle(started.hThread);
#ifndef CONSOLE
    AllowSetForegroundWindow(started.dwProcessId);
    WaitForInputIdle(started.hProcess, 10000); /* until then the pointer says that something is being started */
#endif
    WaitForSingleObject(started.hProcess, INFINITE);
    GetExitCodeProcess(started.hProcess, &code);
    return (int)code;
}

#ifdef CONSOLE
int wmain(void) { return run(); }
#else
int WINAPI wWinMain(HINSTANCE here, HINSTANCE before, PWSTR rest, int show) { return run(); }
#endif
