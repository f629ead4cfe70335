/** The pages in one file: each further file costs every first visit a name in the list of files. */
export { CreatePropertyPage } from './create-property-page';
export { PropertiesPage } from './properties-page';
export { PropertyPage } from './property-page';
