/* Stands in for the plugins that electron-builder downloads for NSIS: StdUtils, Nsis7z, WinShell, SpiderBanner. The trial copies the one
   library under each of these names. Each function takes from NSIS's stack what the real one takes, and returns what it returns.
   Nsis7z reads a tar archive, because archive.sh writes one in place of 7za. */
#include <windows.h>
#include <shellapi.h>

typedef struct entry {
  struct entry *next;
  WCHAR text[1];
} entry;

#define PLUGIN(name) __declspec(dllexport) void name(HWND window, int size, WCHAR *variables, entry **stack, void *extra)

static void pop(entry **stack, WCHAR *text, int size) {
  entry *top = *stack;
  text[0] = 0;
  if (!top) return;
  lstrcpynW(text, top->text, size);
  *stack = top->next;
  GlobalFree(top);
}

static void push(entry **stack, const WCHAR *text, int size) {
  entry *top = GlobalAlloc(GPTR, sizeof(entry) + size * sizeof(WCHAR));
  lstrcpynW(top->text, text, size);
  top->next = *stack;
  *stack = top;
}

/* Whether the command line has --name or /name. */
PLUGIN(TestParameter) {
  WCHAR name[1024];
  int count = 0, found = 0;
  LPWSTR *given = CommandLineToArgvW(GetCommandLineW(), &count);
  pop(stack, name, 1024);
  for (int at = 1; at < count; at++) {
    const WCHAR *word = given[at];
    if (word[0] == '/') word += 1;
    else if (word[0] == '-' && word[1] == '-') word += 2;
    else continue;
    if (lstrcmpiW(word, name) == 0) found = 1;
  }
  LocalFree(given);
  push(stack, found ? L"true" : L"false", size);
}

PLUGIN(GetParameter) {
  WCHAR name[1024], otherwise[1024];
  pop(stack, otherwise, 1024);
  pop(stack, name, 1024);
  push(stack, otherwise, size);
}

/* The command line without the program. */
PLUGIN(GetAllParameters) {
  WCHAR truncate[64];
  const WCHAR *at = GetCommandLineW();
  int quoted = 0;
  pop(stack, truncate, 64);
  for (; *at && (quoted || *at != ' '); at++) if (*at == '"') quoted = !quoted;
  while (*at == ' ') at++;
  push(stack, at, size);
}

PLUGIN(GetParentPath) {
  WCHAR path[8192];
  int at;
  pop(stack, path, 8192);
  for (at = lstrlenW(path) - 1; at > 0 && path[at] != '\\' && path[at] != '/'; at--) continue;
  path[at > 0 ? at : 0] = 0;
  push(stack, path, size);
}

PLUGIN(ExecShellAsUser) {
  WCHAR file[8192], verb[64], given[1024];
  pop(stack, given, 1024);
  pop(stack, verb, 64);
  pop(stack, file, 8192);
  push(stack, (INT_PTR)ShellExecuteW(window, verb, file, given, NULL, SW_SHOWNORMAL) > 32 ? L"ok" : L"error", size);
}

PLUGIN(SetLnkAUMI) {
  WCHAR text[8192];
  pop(stack, text, 8192);
  pop(stack, text, 8192);
}

PLUGIN(UninstShortcut) {
  WCHAR text[8192];
  pop(stack, text, 8192);
}

PLUGIN(UninstAppUserModelId) {
  WCHAR text[8192];
  pop(stack, text, 8192);
}

PLUGIN(Show) {
  WCHAR text[8192];
  pop(stack, text, 8192);
  if (*stack && lstrcmpW((*stack)->text, L"/ICON") == 0) {
    pop(stack, text, 8192);
    pop(stack, text, 8192);
  }
}

static long octal(const char *digits, int count) {
  long number = 0;
  for (int at = 0; at < count && digits[at] >= '0' && digits[at] <= '7'; at++) number = number * 8 + digits[at] - '0';
  return number;
}

/* Unpacks a ustar archive into the current folder. */
PLUGIN(Extract) {
  WCHAR file[8192], path[2048];
  char header[512], name[512], block[512];
  DWORD done;
  pop(stack, file, 8192);
  HANDLE in = CreateFileW(file, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
  if (in == INVALID_HANDLE_VALUE) return;
  while (ReadFile(in, header, 512, &done, NULL) && done == 512 && header[0]) {
    long left = octal(header + 124, 12);
    name[0] = 0;
    if (header[345]) {
      lstrcpynA(name, header + 345, 156);
      lstrcatA(name, "/");
    }
    header[123] = header[100] ? header[123] : 0;
    lstrcpynA(block, header, 101);
    lstrcatA(name, block);
    MultiByteToWideChar(CP_UTF8, 0, name, -1, path, 2048);
    for (WCHAR *at = path; *at; at++) if (*at == '/') *at = '\\';
    if (header[156] == '5') {
      CreateDirectoryW(path, NULL);
      continue;
    }
    HANDLE out = CreateFileW(path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    for (; left > 0; left -= 512) {
      DWORD wanted = left < 512 ? left : 512;
      ReadFile(in, block, 512, &done, NULL);
      WriteFile(out, block, wanted, &done, NULL);
    }
    CloseHandle(out);
  }
  CloseHandle(in);
}
