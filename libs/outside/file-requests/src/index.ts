export { FileRequestRepository, type FileRequest, type FoundFileRequest } from './file-request.repository.js';
export { FileRequestVisits, type OpenFileRequest, type Visitor } from './file-request-visits.js';
export { FileRequests, type FileRequestChanges, type FileRequestFields } from './file-requests.js';
export * from './file-requests.errors.js';
export * from './file-requests.events.js';
export { FileRequestsModule } from './file-requests.module.js';
export { HandInFile, isFull, type HandedInDetails } from './hand-in-file.js';
export { HandInPlaces } from './hand-in-places.js';
export { ReceivedFiles, type ListedFile } from './received-files.js';
