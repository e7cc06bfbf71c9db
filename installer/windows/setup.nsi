; The setup for Windows. installer/windows/setup.py gives it, with /D: VERSION, NUMBERS, OUT, FILES, PROGRAM, LAUNCHERS, ICON, KILOBYTES,
; BRANDING, and STRICT SOLID for what is given away. Nothing here fetches anything.
;
; Layout and switch are those of core/installation/versions.py: versions\<version>\, current.txt, previous.txt. A version is laid out
; under another name, takes its own by one rename, and is started from when current.txt was replaced by one rename: whatever is cut
; off leaves the old version or the new one started, and whole.
;
;   /S            no questions, no windows; what is wrong goes to standard output, the exit code says which
;   /D=FOLDER     where to: last and without quotes, as NSIS wants it, or "/D=FOLDER", as most programs pass what has a space in it;
;                 otherwise where it was before, or %LOCALAPPDATA%\Programs\MingDao Clinic
;   /ALLUSERS     for every account, in Program Files: only an administrator may
;
;   exit codes: 0 done, 1 cancelled by a person, 2 cut off (a full disk, a folder that cannot be written), 3 a newer version is there,
;   4 too little room, 5 no Windows 10, 6 the program is open, 7 no administrator, 8 another setup runs

Unicode true
Target amd64-unicode
!ifdef SOLID
  SetCompressor /SOLID lzma
  SetCompressorDictSize 32
!else
  SetCompressor zlib
!endif
CRCCheck force
AllowSkipFiles off
RequestExecutionLevel user
ManifestSupportedOS Win10
ManifestDPIAware true
ManifestLongPathAware true
SetDateSave on
SetOverwrite on

!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include WordFunc.nsh
!include WinVer.nsh
!include "order.nsh"

!define FOLDER "MingDao Clinic"
!define SHORTCUT "明道诊所 MingDao Clinic.lnk"
!define KEY "Software\MingDao Clinic"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\MingDao Clinic"
!define MUTEX "Local\MingDaoClinicSetup"
!define REMOVED_BY "_internal\remove.txt" ; goes last: what is cut off can be carried on
!define REPLACE 0x9 ; MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH
!define STDOUT -11

Name "$(NAME)"
OutFile "${OUT}"
InstallDir ""
BrandingText "${BRANDING}"
Icon "${ICON}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey /LANG=0 "ProductName" "MingDao Clinic"
VIAddVersionKey /LANG=0 "FileDescription" "MingDao Clinic Setup"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "LegalCopyright" "MingDao Clinic"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\mingdao-clinic.exe"
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE LeaveFolderPage
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "SimpChinese"
!insertmacro MUI_LANGUAGE "English"

!macro Words NAME CHINESE ENGLISH
  LangString ${NAME} ${LANG_SIMPCHINESE} "${CHINESE}"
  LangString ${NAME} ${LANG_ENGLISH} "${ENGLISH}"
!macroend
!insertmacro Words NAME "明道诊所" "MingDao Clinic"
!insertmacro Words IS_OLDER "已安装的版本 $Current 比这个安装程序的版本 ${VERSION} 新，未作任何改动。旧版本可能打不开新版本的病历库。" \
  "Version $Current is installed, this setup has version ${VERSION}, which is older. Nothing was changed. An older program may be unable to open the newer one's records."
!insertmacro Words NO_ROOM "$Where 所在的磁盘空间不足：需要 $Needed MB，可用 $Free MB。未作任何改动。" \
  "There is too little room where $Where lies: $Needed MB are needed, $Free MB are free. Nothing was changed."
!insertmacro Words NO_WINDOWS "需要 64 位的 Windows 10 或更新的系统。未作任何改动。" "64-bit Windows 10 or newer is needed. Nothing was changed."
!insertmacro Words IS_OPEN "程序正在运行，请关闭明道诊所后再试。现有版本未受影响。" "The program is open. Please close MingDao Clinic and try again. The version that is there was not touched."
!insertmacro Words NO_ADMIN "为所有用户安装（/ALLUSERS）需要管理员权限。未作任何改动。" "Only an administrator may install for all users (/ALLUSERS). Nothing was changed."
!insertmacro Words IS_RUNNING "另一个安装程序正在运行。未作任何改动。" "Another setup is running. Nothing was changed."
!insertmacro Words CUT_OFF "安装没有完成，现有版本未受影响：$Where" "The setup was not finished; what was there before was not touched: $Where"
!insertmacro Words KEPT "程序已移除。病历数据没有删除，仍在：$Where" "The program was removed. Patients' data was not deleted; it is still in: $Where"
!insertmacro Words KEPT_ALL "各用户的病历数据在其 AppData\Local\mingdao-clinic 中。" "The data of each account is in its AppData\Local\mingdao-clinic."
!insertmacro Words LEFT "此文件夹中还有不属于程序的文件，未删除：$INSTDIR" "This folder has files that are not the program's; they were left: $INSTDIR"

Var Current  ; the version that is started now; empty when there is none
Var Previous ; the one before
Var Where    ; of what a sentence speaks
Var Needed
Var Free
Var Scope    ; " /ALLUSERS" or nothing
Var AtPage   ; whether a person is choosing the folder

; ── What both, setup and uninstaller, do ────────────────────────────────────────────────────────────────────────────────
!macro Both UN

; Say something: to a person, or, when there is none, to whoever reads the output.
Function ${UN}Say
  Exch $0
  ${If} ${Silent}
    Push $1
    Push $2
    Push $3
    System::Call 'kernel32::GetStdHandle(i ${STDOUT}) p .r1'
    ${If} $1 P<> 0
    ${AndIf} $1 P<> -1
      System::Call 'kernel32::WideCharToMultiByte(i 65001, i 0, w "$0$\r$\n", i -1, p 0, i 0, p 0, p 0) i .r2'
      System::Alloc $2
      Pop $3
      System::Call 'kernel32::WideCharToMultiByte(i 65001, i 0, w "$0$\r$\n", i -1, p r3, i r2, p 0, p 0) i .r2'
      IntOp $2 $2 - 1
      System::Call 'kernel32::WriteFile(p r1, p r3, i r2, *i .r2, p 0)'
      System::Free $3
    ${EndIf}
    Pop $3
    Pop $2
    Pop $1
  ${Else}
    MessageBox MB_OK|MB_ICONINFORMATION "$0"
  ${EndIf}
  Pop $0
FunctionEnd

; What a file with one word in it says.
Function ${UN}WordIn
  Exch $0
  Push $1
  StrCpy $1 ""
  ClearErrors
  FileOpen $0 $0 r
  ${IfNot} ${Errors}
    FileRead $0 $1 64
    FileClose $0
  ${EndIf}
  ClearErrors
  ${WordReplace} "$1" "$\n" "" "+" $1
  ${WordReplace} "$1" "$\r" "" "+" $1
  StrCpy $0 $1
  Pop $1
  Exch $0
FunctionEnd

; Remove a version by its own list, so that nothing goes that is not the program's. Afterwards the folder is gone, or holds what is foreign.
Function ${UN}RemoveVersion
  Exch $0
  Push $1
  Push $2
  ClearErrors
  FileOpen $1 "$0\${REMOVED_BY}" r
  ${IfNot} ${Errors}
    ${Do}
      ClearErrors
      FileReadUTF16LE $1 $2
      ${If} ${Errors}
        ${ExitDo}
      ${EndIf}
      StrCpy $2 $2 -2
      StrCpy $Where $2 1 -1
      ${If} $Where == "\"
        RMDir "$0\$2"
      ${ElseIf} $2 != ""
        Delete "$0\$2"
      ${EndIf}
    ${Loop}
    FileClose $1
    Delete "$0\${REMOVED_BY}"
    RMDir "$0\_internal"
  ${EndIf}
  RMDir "$0"
  ClearErrors
  Pop $2
  Pop $1
  Pop $0
FunctionEnd

; For whom it is: for all where that is asked for.
Function ${UN}ReadScope
  Push $0
  Push $1
  StrCpy $Scope ""
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/ALLUSERS" $1
  ${IfNot} ${Errors}
    Call ${UN}BeForAll
  ${EndIf}
  ClearErrors
  Pop $1
  Pop $0
FunctionEnd

; And where it is there for all, whoever updates or removes it by itself need not say so.
Function ${UN}ReadScopeOfFolder
  Push $0
  ReadRegStr $0 HKLM "${KEY}" "Folder"
  ${If} $Scope == ""
  ${AndIf} $0 != ""
  ${AndIf} $0 == $INSTDIR
    Call ${UN}BeForAll
  ${EndIf}
  ClearErrors
  Pop $0
FunctionEnd

; Whether this account may do it for all, and where everything then lies.
Function ${UN}BeForAll
  Push $0
  StrCpy $Scope " /ALLUSERS"
  UserInfo::GetAccountType
  Pop $0
  ${If} $0 != "Admin"
    Push "$(NO_ADMIN)"
    Call ${UN}Say
    SetErrorLevel 7
    Quit
  ${EndIf}
  SetShellVarContext all
  Pop $0
FunctionEnd

Function ${UN}RefuseSecond
  Push $0
  System::Call 'kernel32::CreateMutexW(p 0, i 0, w "${MUTEX}") p .r0 ?e'
  Pop $0
  ${If} $0 = 183
    Push "$(IS_RUNNING)"
    Call ${UN}Say
    SetErrorLevel 8
    Quit
  ${EndIf}
  Pop $0
FunctionEnd
!macroend
!insertmacro Both ""
!insertmacro Both "un."

; ── Setup ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
!macro Refuse CODE SENTENCE
  Push "${SENTENCE}"
  Call Say
  SetErrorLevel ${CODE}
  Quit
!macroend

Function .onInit
  SetRegView 64
  ${IfNot} ${AtLeastWin10}
    !insertmacro Refuse 5 "$(NO_WINDOWS)"
  ${EndIf}
  Call RefuseSecond
  Call ReadScope
  Call ReadQuotedFolder
  ${If} $INSTDIR == ""
    ReadRegStr $INSTDIR SHCTX "${KEY}" "Folder"
    ${If} $INSTDIR == ""
      StrCpy $INSTDIR "$LOCALAPPDATA\Programs\${FOLDER}"
      ${If} $Scope != ""
        StrCpy $INSTDIR "$PROGRAMFILES64\${FOLDER}"
      ${EndIf}
    ${EndIf}
  ${EndIf}
  Call ReadScopeOfFolder
FunctionEnd

; NSIS itself passes over a folder that came in quotes.
Function ReadQuotedFolder
  StrCpy $0 0
  ${Do}
    StrCpy $1 $CMDLINE 4 $0
    ${If} $1 == ""
      Return
    ${EndIf}
    IntOp $0 $0 + 1
  ${LoopUntil} $1 == '"/D='
  IntOp $0 $0 + 3
  StrCpy $2 "" ; whatever is put into $INSTDIR loses the blank or the backslash at its end
  ${Do}
    StrCpy $1 $CMDLINE 1 $0
    ${If} $1 == '"'
    ${OrIf} $1 == ""
      StrCpy $INSTDIR $2
      Return
    ${EndIf}
    StrCpy $2 "$2$1"
    IntOp $0 $0 + 1
  ${Loop}
FunctionEnd

; A person who is choosing a folder may choose another.
!macro RefuseFolder CODE SENTENCE
  ${If} $AtPage != ""
    Push "${SENTENCE}"
    Call Say
    Abort
  ${EndIf}
  !insertmacro Refuse ${CODE} "${SENTENCE}"
!macroend

Function LeaveFolderPage
  StrCpy $AtPage "yes"
  Call RefuseWhatCannotBe
  StrCpy $AtPage ""
FunctionEnd

; A newer version, or a disk that is too small.
Function RefuseWhatCannotBe
  Push "$INSTDIR\current.txt"
  Call WordIn
  Pop $Current
  ${If} $Current != ""
    Push "$Current"
    Push "${VERSION}"
    Call WhichIsLater
    Pop $0
    ${If} $0 = 1
      !insertmacro RefuseFolder 3 "$(IS_OLDER)"
    ${EndIf}
  ${EndIf}
  IntOp $Needed ${KILOBYTES} / 1000
  IntOp $Needed $Needed + 50
  StrCpy $Where $INSTDIR
  Call RefuseWithoutRoom
!ifdef SOLID
  StrCpy $Where $TEMP ; packed in one piece, it is unpacked there first
  Call RefuseWithoutRoom
!endif
FunctionEnd

Function RefuseWithoutRoom
  StrCpy $1 $Where
  ${DoUntil} ${FileExists} "$1\*.*"
    ${GetParent} "$1" $1
    ${If} $1 == ""
      Return ; nothing of it is there: laying it out will say why
    ${EndIf}
  ${Loop}
  System::Call 'kernel32::GetDiskFreeSpaceExW(w "$1\", *l .r2, p 0, p 0) i .r3'
  ${If} $3 <> 0
    System::Int64Op $2 / 1000000
    Pop $Free
    ${If} $Free < $Needed
      !insertmacro RefuseFolder 4 "$(NO_ROOM)"
    ${EndIf}
  ${EndIf}
FunctionEnd

; Replace a file by one that lies beside it, by one rename. What is running is renamed first, and goes at the next setup.
!macro Replace FROM TO
  System::Call 'kernel32::MoveFileExW(w "${FROM}", w "${TO}", i ${REPLACE}) i .r0'
  ${If} $0 = 0
    Delete "${TO}.old"
    Rename "${TO}" "${TO}.old"
    System::Call 'kernel32::MoveFileExW(w "${FROM}", w "${TO}", i ${REPLACE}) i .r0'
  ${EndIf}
  ${If} $0 = 0
    Rename "${TO}.old" "${TO}"
    StrCpy $Where "${TO}"
    !insertmacro Refuse 2 "$(CUT_OFF)"
  ${EndIf}
  Delete "${TO}.old"
!macroend

!macro WriteWord FILE WORD
  ClearErrors
  FileOpen $0 "$INSTDIR\${FILE}.new" w
  FileWrite $0 "${WORD}$\n"
  FileClose $0
  ${If} ${Errors}
    StrCpy $Where "$INSTDIR\${FILE}"
    !insertmacro Refuse 2 "$(CUT_OFF)"
  ${EndIf}
  !insertmacro Replace "$INSTDIR\${FILE}.new" "$INSTDIR\${FILE}"
!macroend

Section
  Call RefuseWhatCannotBe
  ; What an earlier setup was cut off in.
  Call Sweep
  ${If} ${FileExists} "$INSTDIR\versions\.gone-${VERSION}\*.*"
    !insertmacro Refuse 6 "$(IS_OPEN)"
  ${EndIf}
  ClearErrors
  !include "${FILES}" ; into $INSTDIR\versions\.new-VERSION
  ${If} ${Errors}
    StrCpy $Where "$INSTDIR"
    SetOutPath "$TEMP"
    Call Sweep
    !insertmacro Refuse 2 "$(CUT_OFF)"
  ${EndIf}
  SetOutPath "$INSTDIR"
  ${If} ${FileExists} "$INSTDIR\versions\${VERSION}\*.*"
    ClearErrors
    Rename "$INSTDIR\versions\${VERSION}" "$INSTDIR\versions\.gone-${VERSION}"
    ${If} ${Errors}
      Call Sweep
      !insertmacro Refuse 6 "$(IS_OPEN)"
    ${EndIf}
  ${EndIf}
  ClearErrors
  Rename "$INSTDIR\versions\.new-${VERSION}" "$INSTDIR\versions\${VERSION}"
  ${If} ${Errors}
    Rename "$INSTDIR\versions\.gone-${VERSION}" "$INSTDIR\versions\${VERSION}"
    Call Sweep
    StrCpy $Where "$INSTDIR\versions\${VERSION}"
    !insertmacro Refuse 2 "$(CUT_OFF)"
  ${EndIf}

  ; Any launcher starts any version, so they may come first.
  ClearErrors
  File "/oname=mingdao-clinic.exe.new" "${LAUNCHERS}/mingdao-clinic.exe"
  File "/oname=mingdao.exe.new" "${LAUNCHERS}/mingdao.exe"
  WriteUninstaller "$INSTDIR\uninstall.exe.new"
  ${If} ${Errors}
    StrCpy $Where "$INSTDIR"
    !insertmacro Refuse 2 "$(CUT_OFF)"
  ${EndIf}
  !insertmacro Replace "$INSTDIR\mingdao-clinic.exe.new" "$INSTDIR\mingdao-clinic.exe"
  !insertmacro Replace "$INSTDIR\mingdao.exe.new" "$INSTDIR\mingdao.exe"
  !insertmacro Replace "$INSTDIR\uninstall.exe.new" "$INSTDIR\uninstall.exe"

  ; First what leads back: cut off in between, the old version is started as before.
  ${If} $Current != ""
  ${AndIf} $Current != "${VERSION}"
    !insertmacro WriteWord "previous.txt" "$Current"
  ${EndIf}
  !insertmacro WriteWord "current.txt" "${VERSION}"

  Call Sweep
  Call Prune
  CreateShortCut "$SMPROGRAMS\${SHORTCUT}" "$INSTDIR\mingdao-clinic.exe" "" "$INSTDIR\mingdao-clinic.exe" 0
  WriteRegStr SHCTX "${KEY}" "Folder" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayName" "$(NAME)"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayIcon" "$INSTDIR\mingdao-clinic.exe"
  WriteRegStr SHCTX "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"$Scope'
  WriteRegStr SHCTX "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S$Scope'
  WriteRegDWORD SHCTX "${UNINSTALL}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoRepair" 1
SectionEnd

; A full disk, a file that cannot be written: NSIS ends the section, and what was there is started as before.
Function .onInstFailed
  SetOutPath "$TEMP"
  Call Sweep
  StrCpy $Where "$INSTDIR"
  ${If} ${Silent}
    Push "$(CUT_OFF)"
    Call Say
  ${EndIf}
  SetErrorLevel 2
FunctionEnd

; What was cut off. The version under `.gone-` is the one that is started until its new self has taken the name.
Function Sweep
  ${If} ${FileExists} "$INSTDIR\versions\.gone-${VERSION}\*.*"
  ${AndIfNot} ${FileExists} "$INSTDIR\versions\${VERSION}\*.*"
    ClearErrors
    Rename "$INSTDIR\versions\.gone-${VERSION}" "$INSTDIR\versions\${VERSION}"
    ${If} ${Errors}
      Return ; it is open: nothing of it may go
    ${EndIf}
  ${EndIf}
  FindFirst $4 $5 "$INSTDIR\versions\.new-*"
  ${DoWhile} $5 != ""
    StrCpy $5 $5 "" 5
    RMDir /r "$INSTDIR\versions\.new-$5"
    FindNext $4 $5
  ${Loop}
  FindClose $4
  FindFirst $4 $5 "$INSTDIR\versions\.gone-*"
  ${DoWhile} $5 != ""
    StrCpy $5 $5 "" 6
    Push $5
    Call RemoveGone
    FindNext $4 $5
  ${Loop}
  FindClose $4
FunctionEnd

; Of the versions, the one that is started and the one before stay.
Function Prune
  Push "$INSTDIR\previous.txt"
  Call WordIn
  Pop $Previous
  FindFirst $4 $5 "$INSTDIR\versions\*.*"
  ${DoWhile} $5 != ""
    ${If} $5 != "."
    ${AndIf} $5 != ".."
    ${AndIf} $5 != "${VERSION}"
    ${AndIf} $5 != $Previous
    ${AndIf} ${FileExists} "$INSTDIR\versions\$5\${REMOVED_BY}"
      ClearErrors
      Rename "$INSTDIR\versions\$5" "$INSTDIR\versions\.gone-$5"
      ${IfNot} ${Errors} ; one that is open stays until the next time
        Push $5
        Call RemoveGone
      ${EndIf}
    ${EndIf}
    FindNext $4 $5
  ${Loop}
  FindClose $4
FunctionEnd

; Remove a version, its name on the stack, that was put under `.gone-`. What is not the program's stays as `left-`.
Function RemoveGone
  Exch $0
  Push $1
  Push "$INSTDIR\versions\.gone-$0"
  Call RemoveVersion
  StrCpy $1 "$INSTDIR\left-$0"
  ${DoWhile} ${FileExists} "$1\*.*"
    StrCpy $1 "$1+"
  ${Loop}
  Rename "$INSTDIR\versions\.gone-$0" $1
  ClearErrors
  Pop $1
  Pop $0
FunctionEnd

; ── Uninstaller ─────────────────────────────────────────────────────────────────────────────────────────────────────────
Function un.onInit
  SetRegView 64
  Call un.RefuseSecond
  Call un.ReadScope
  Call un.ReadScopeOfFolder
FunctionEnd

Section Uninstall
  SetOutPath "$TEMP" ; a folder that somebody stands in cannot be removed
  ; All of them are put aside before the first is removed: where one is open, everything stays.
  FindFirst $4 $5 "$INSTDIR\versions\*.*"
  ${DoWhile} $5 != ""
    StrCpy $6 $5 5
    ${If} $6 != ".off-" ; some disks list again what was renamed
    ${AndIf} ${FileExists} "$INSTDIR\versions\$5\${REMOVED_BY}"
      ClearErrors
      Rename "$INSTDIR\versions\$5" "$INSTDIR\versions\.off-$5"
      ${If} ${Errors}
        FindClose $4
        Call un.PutBack
        Push "$(IS_OPEN)"
        Call un.Say
        SetErrorLevel 6
        Quit
      ${EndIf}
    ${EndIf}
    FindNext $4 $5
  ${Loop}
  FindClose $4
  Delete "$INSTDIR\current.txt"
  Delete "$INSTDIR\previous.txt"
  FindFirst $4 $5 "$INSTDIR\versions\.off-*"
  ${DoWhile} $5 != ""
    Push "$INSTDIR\versions\$5"
    Call un.RemoveVersion
    FindNext $4 $5
  ${Loop}
  FindClose $4
  Delete "$INSTDIR\mingdao-clinic.exe"
  Delete "$INSTDIR\mingdao.exe"
  Delete "$INSTDIR\*.exe.old"
  Delete "$INSTDIR\*.new"
  Delete "$INSTDIR\.lock"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR\versions"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${SHORTCUT}"
  DeleteRegKey SHCTX "${UNINSTALL}"
  DeleteRegKey SHCTX "${KEY}"
  ${If} ${FileExists} "$INSTDIR\*.*"
    Push "$(LEFT)"
    Call un.Say
  ${EndIf}
  ${If} $Scope != ""
    Push "$(KEPT_ALL)"
    Call un.Say
  ${Else}
    ReadEnvStr $Where MINGDAO_HOME
    ${If} $Where == ""
      StrCpy $Where "$LOCALAPPDATA\mingdao-clinic"
    ${EndIf}
    ${If} ${FileExists} "$Where\*.*"
      Push "$(KEPT)"
      Call un.Say
    ${EndIf}
  ${EndIf}
SectionEnd

Function un.PutBack
  FindFirst $4 $5 "$INSTDIR\versions\.off-*"
  ${DoWhile} $5 != ""
    StrCpy $6 $5 "" 5
    Rename "$INSTDIR\versions\$5" "$INSTDIR\versions\$6"
    FindNext $4 $5
  ${Loop}
  FindClose $4
FunctionEnd
