/** The small pages of the settings in one file: each further file costs every first visit a name in the list of files. */
export { AutoTaggingPage } from './auto-tagging-page';
export { CodesPage } from './codes-page';
export { DocumentDatesPage } from './document-dates-page';
export { GeneralPage } from './general-page';
export { LearnedFilingPage } from './learned-filing-page';
export { UsagePage } from './usage-page';
