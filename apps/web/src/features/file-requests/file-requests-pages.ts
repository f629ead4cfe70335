/** The pages in one file: each further file costs every first visit a name in the list of files. */
export { CreateFileRequestPage } from './create-file-request-page';
export { FileRequestPage } from './file-request-page';
export { FileRequestsPage } from './file-requests-page';
