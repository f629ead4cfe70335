/** The pages in one file: each further file costs every first visit a name in the list of files. */
export { CreateRulePage } from './create-rule-page';
export { RulePage } from './rule-page';
export { RulesPage } from './rules-page';
