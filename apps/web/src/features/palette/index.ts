export { CommandPalette } from './command-palette';
export { KeysHelp } from './keys-help';
