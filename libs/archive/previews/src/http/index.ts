export { PREVIEW_RESPONSES } from './preview-responses.js';
export { PreviewPlaceQuery } from './preview.dto.js';
export { PreviewsHttpModule } from './previews-http.module.js';
export { sendPreview } from './send-preview.js';
