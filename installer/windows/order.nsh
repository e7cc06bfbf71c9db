; Which of two versions is later, as core/installation/versions.py orders them: by the numbers, and 0.2.0rc1 before 0.2.0.

; Of a text and some signs on the stack: what of the text is made of those signs from its beginning, on top, and the rest of it.
Function SplitAfter
  Exch $1
  Exch
  Exch $0
  Push $2
  Push $3
  Push $4
  Push $5
  StrCpy $2 0
  ${Do}
    StrCpy $3 $0 1 $2
    StrCpy $4 0
    ${Do}
      StrCpy $5 $1 1 $4
      IntOp $4 $4 + 1
      ${If} $5 S== $3
        ${ExitDo}
      ${EndIf}
    ${LoopUntil} $5 == ""
    ${If} $5 == ""
      ${ExitDo}
    ${EndIf}
    IntOp $2 $2 + 1
  ${Loop}
  StrCpy $1 $0 $2
  StrCpy $0 $0 "" $2
  Pop $5
  Pop $4
  Pop $3
  Pop $2
  Exch $0
  Exch
  Exch $1
FunctionEnd

!macro SplitAfter TEXT SIGNS BEGINNING REST
  Push "${TEXT}"
  Push "${SIGNS}"
  Call SplitAfter
  Pop ${BEGINNING}
  Pop ${REST}
!macroend

; Of two versions on the stack: 1 when the first is later, 2 when the second is, 0 when they are the same.
Function WhichIsLater
  Exch $R1
  Exch
  Exch $R0
  Push $R2
  Push $R3
  Push $R4
  !insertmacro SplitAfter $R0 "0123456789." $R2 $R0
  !insertmacro SplitAfter $R1 "0123456789." $R3 $R1
  ${VersionCompare} "$R2" "$R3" $R4
  ${If} $R4 = 0
    !insertmacro SplitAfter $R0 "-" $R2 $R0
    !insertmacro SplitAfter $R1 "-" $R3 $R1
    ${If} $R0 S== $R1
      StrCpy $R4 0
    ${ElseIf} $R0 == ""
      StrCpy $R4 1
    ${ElseIf} $R1 == ""
      StrCpy $R4 2
    ${Else}
      !insertmacro SplitAfter $R0 "abcdefghijklmnopqrstuvwxyz" $R2 $R0
      !insertmacro SplitAfter $R1 "abcdefghijklmnopqrstuvwxyz" $R3 $R1
      ${If} $R2 S> $R3
        StrCpy $R4 1
      ${ElseIf} $R2 S< $R3
        StrCpy $R4 2
      ${Else}
        ${VersionCompare} "$R0" "$R1" $R4
      ${EndIf}
    ${EndIf}
  ${EndIf}
  StrCpy $R0 $R4
  Pop $R4
  Pop $R3
  Pop $R2
  Exch
  Pop $R1
  Exch $R0
FunctionEnd
