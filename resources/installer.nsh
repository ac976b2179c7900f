# Added to electron-builder's NSIS installer. It registers links, and offers Latent for JSON files without becoming their usual program: Windows knows only
# the last extension of `.latent-prompt.json`. After `--`, no part of a link can be a switch.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\latent-app" "" "URL:Latent link"
  WriteRegStr SHELL_CONTEXT "Software\Classes\latent-app" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\latent-app\shell\open\command" "" '"$appExe" -- "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\Latent.Prompt" "" "Latent prompt"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Latent.Prompt\shell\open\command" "" '"$appExe" -- "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.json\OpenWithProgids" "Latent.Prompt" ""
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\latent-app"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Latent.Prompt"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.json\OpenWithProgids" "Latent.Prompt"
  # What Latent writes at "Open at login", by its ID. An update runs this uninstaller, too, and leaves the choice.
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
  ${endIf}
!macroend

# In place of electron-builder's own check, which ends Latent by force: another profile may run from the same folder, and be in the middle of sending a task.
# Windows lets nobody write to a program that runs. A silent installer, which is an update, leaves everything as it is, starts Latent again
# if that was asked for, and the next end of Latent tries again.
!macro customCheckAppRunning
  ${if} ${FileExists} "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
    StrCpy $R1 0
    stillRuns:
      ClearErrors
      FileOpen $R0 "$INSTDIR\${APP_EXECUTABLE_FILENAME}" a
      IfErrors 0 runsNoMore
      IntOp $R1 $R1 + 1
      Sleep 500
      IntCmp $R1 40 0 stillRuns
      StrCpy $R1 0
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(appCannotBeClosed)" /SD IDCANCEL IDRETRY stillRuns
      ${if} ${isForceRun}
        Exec '"$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
      ${endif}
      SetErrorLevel 2
      Quit
    runsNoMore:
      FileClose $R0
      ClearErrors
  ${endif}
!macroend
