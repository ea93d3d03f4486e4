# What zsh offers at the end of the line it is given, one word a line:
#   zsh -f completion.zsh 'cede fit --rat'      in the folder of _cede.zsh
# zsh completes only where a line is edited, so a second one gets a terminal of its own. Its compadd
# keeps what it is asked to add.
zmodload zsh/zpty
export OFFERS=$(mktemp)
zpty inner zsh -f -i
() {
  zpty -w inner "source $1"
  local output
  # What is typed before that shell is ready would be lost.
  zpty -r -m inner output '*READY-NOW*'
  zpty -w -n inner "$2"$'\t'
  zpty -r -m inner output '*OFFERS-DONE*'
} =(<<< '
source ./_cede.zsh
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return $?; fi
  local -a __matches
  builtin compadd -A __matches "$@"
  print -rl -- $__matches >> $OFFERS
  builtin compadd "$@"
}
offer() { zle complete-once; print OFFERS-DONE; }
zle -C complete-once complete-word _generic
zstyle ":completion:complete-once:*" completer _complete
zle -N offer
bindkey "^I" offer
print READY-"NOW"
') "$1"
zpty -d inner
sort -u $OFFERS
rm -f $OFFERS
