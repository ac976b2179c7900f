/* Stands in for Latent.exe, because no Electron for Windows can be had where the trials run. It does what an installer has to do with:
   it writes a profile into %APPDATA%\Latent, one line for each start with its own path and arguments. With --stay, it runs until the profile has a file `end`. */
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE previous, PWSTR arguments, int show) {
  WCHAR own[4096], profile[4096], file[4096];
  GetModuleFileNameW(NULL, own, 4096);
  GetEnvironmentVariableW(L"APPDATA", profile, 4000);
  lstrcatW(profile, L"\\Latent");
  CreateDirectoryW(profile, NULL);
  wsprintfW(file, L"%s\\starts.txt", profile);
  FILE *out = _wfopen(file, L"a, ccs=UTF-8");
  if (!out) return 1;
  fwprintf(out, L"%ls|%ls\n", own, arguments);
  fclose(out);
  wsprintfW(file, L"%s\\end", profile);
  while (wcsstr(arguments, L"--stay") && GetFileAttributesW(file) == INVALID_FILE_ATTRIBUTES) Sleep(100);
  return 0;
}
