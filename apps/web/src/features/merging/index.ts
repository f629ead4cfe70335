export { MergeDialog } from './merge-dialog';
