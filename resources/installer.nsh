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
!macroend
