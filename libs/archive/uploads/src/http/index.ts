export { readUploadForm, type FileOfForm } from './upload-form.js';
export { speakTus, streamsBody } from './tus-protocol.js';
