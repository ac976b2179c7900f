@rem `latent` of a package: the command line, on the Node beside it.
@"%~dp0..\node.exe" "%~dp0..\latent.cjs" %*
