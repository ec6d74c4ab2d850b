"""Every language that Prism 1.30 knows, and the aliases of some."""

NAMES = frozenset(
    """
    markup css clike javascript abap abnf actionscript ada agda al antlr4 apacheconf apex apl
    applescript aql arduino arff armasm arturo asciidoc aspnet asm6502 asmatmel autohotkey
    autoit avisynth avro-idl awk bash basic batch bbcode bbj bicep birb bison bnf bqn
    brainfuck brightscript bro bsl c csharp cpp cfscript chaiscript cil cilkc cilkcpp clojure
    cmake cobol coffeescript concurnas csp cooklang coq crystal css-extras csv cue cypher d
    dart dataweave dax dhall diff django dns-zone-file docker dot ebnf editorconfig eiffel ejs
    elixir elm etlua erb erlang excel-formula fsharp factor false firestore-security-rules
    flow fortran ftl gml gap gcode gdscript gedcom gettext gherkin git glsl gn linker-script
    go go-module gradle graphql groovy haml handlebars haskell haxe hcl hlsl hoon http hpkp
    hsts ichigojam icon icu-message-format idris ignore inform7 ini io j java javadoc
    javadoclike javastacktrace jexl jolie jq jsdoc js-extras json json5 jsonp jsstacktrace
    js-templates julia keepalived keyman kotlin kumir kusto latex latte less lilypond liquid
    lisp livescript llvm log lolcode lua magma makefile markdown markup-templating mata matlab
    maxscript mel mermaid metafont mizar mongodb monkey moonscript n1ql n4js nand2tetris-hdl
    naniscript nasm neon nevod nginx nim nix nsis objectivec ocaml odin opencl openqasm oz
    parigp parser pascal pascaligo psl pcaxis peoplecode perl php phpdoc php-extras plant-uml
    plsql powerquery powershell processing prolog promql properties protobuf pug puppet pure
    purebasic purescript python qsharp q qml qore r racket cshtml jsx tsx reason regex rego
    renpy rescript rest rip roboconf robotframework ruby rust sas sass scss scala scheme
    shell-session smali smalltalk smarty sml solidity solution-file soy sparql splunk-spl sqf
    sql squirrel stan stata iecst stylus supercollider swift systemd t4-templating t4-cs t4-vb
    tap tcl tt2 textile toml tremor turtle twig typescript typoscript unrealscript uorazor uri
    v vala vbnet velocity verilog vhdl vim visual-basic warpscript wasm web-idl wgsl wiki
    wolfram wren xeora xml-doc xojo xquery yaml yang zig
    """.split()  # noqa: SIM905 - a table reads best as words
)

_ALIASES = """
    html=markup xml=markup svg=markup mathml=markup ssml=markup atom=markup rss=markup
    js=javascript g4=antlr4 ino=arduino arm-asm=armasm art=arturo adoc=asciidoc avs=avisynth
    avdl=avro-idl gawk=awk sh=bash shell=bash shortcode=bbcode rbnf=bnf oscript=bsl cs=csharp
    dotnet=csharp cfc=cfscript cilk-c=cilkc cilk-cpp=cilkcpp cilk=cilkcpp coffee=coffeescript
    conc=concurnas jinja2=django dns-zone=dns-zone-file dockerfile=docker gv=dot eta=ejs
    xlsx=excel-formula xls=excel-formula gamemakerlanguage=gml po=gettext gni=gn
    ld=linker-script go-mod=go-module hbs=handlebars mustache=handlebars hs=haskell idr=idris
    gitignore=ignore hgignore=ignore npmignore=ignore webmanifest=json kt=kotlin kts=kotlin
    kum=kumir tex=latex context=latex ly=lilypond emacs=lisp elisp=lisp emacs-lisp=lisp
    md=markdown moon=moonscript n4jsd=n4js nani=naniscript objc=objectivec qasm=openqasm
    objectpascal=pascal px=pcaxis pcode=peoplecode plantuml=plant-uml pq=powerquery
    mscript=powerquery pbfasm=purebasic purs=purescript py=python qs=qsharp rkt=racket
    razor=cshtml rpy=renpy res=rescript robot=robotframework rb=ruby sh-session=shell-session
    shellsession=shell-session smlnj=sml sol=solidity sln=solution-file rq=sparql
    sclang=supercollider t4=t4-cs trickle=tremor troy=tremor trig=turtle ts=typescript
    tsconfig=typoscript uscript=unrealscript uc=unrealscript url=uri vb=visual-basic
    vba=visual-basic webidl=web-idl mathematica=wolfram nb=wolfram wl=wolfram xeoracube=xeora
    yml=yaml
    """

ALIASES = dict(pair.split("=") for pair in _ALIASES.split())
"""Alias -> name."""
