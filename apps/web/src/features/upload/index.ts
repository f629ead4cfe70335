export { Uploads } from './uploads';
export { useUploads } from './use-uploads';
