/** Tesseract codes of the languages whose data is here. */
export const LANGUAGES = ['eng'];
