/** The dates of public test documents by their id in the manifest of a corpus: null where a document has none. */
export const CORPUS_DATES = {
  'img-jpg-camera': '2016-11-07',
  'img-jpg-scanner': '2016-11-07',
  'pdf-scan-docspell': '2016-11-07',
  'pdf-vec-en': '2016-11-07',
  'pdf-scan-textract': '2004-09-24',
  'pdf-vec-2col': '2010-06-03',
  'odt-text_document_01': null,
  'pptx-pptx_chart': null,
  'csv-semicolon': null,
  'html-wiki': null,
};
