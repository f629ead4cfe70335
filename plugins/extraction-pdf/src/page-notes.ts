import { readString, type Pdfium } from './pdfium.js';

const POPUP = 16;
const WIDGET = 20;
const BUTTONS = new Set([1, 2, 3]); // push button, check box, radio button
const NO_ANSWER = /^(off|on|yes|no|true|false|choice\d*|\d*)$/i;
// Names that programs give: `Text1`, `f1_01[0]`, `undefined_2`.
const MEANINGLESS_NAME = /[[\]#]|^(text|textbox|textfield|field|fill|form|untitled|undefined|f)?[\W_\d]*$/i;
const MAX_STRING_BYTES = 2_000_000;
const MAX_ANNOTATIONS = 5000;

/** Values of form fields, with their names, and contents of notes, each once. */
export function readNotes(pdfium: Pdfium, page: number, form: number): string[] {
  const { api } = pdfium;
  const found = new Set<string>();
  const count = Math.min(api.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  for (let index = 0; index < count; index++) {
    const annotation = api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const note = readNote(pdfium, annotation, form).trim();
    if (note !== '') found.add(note);
    api.FPDFPage_CloseAnnot(annotation);
  }
  return [...found];
}

function readNote(pdfium: Pdfium, annotation: number, form: number): string {
  const subtype = pdfium.api.FPDFAnnot_GetSubtype(annotation);
  if (subtype === POPUP) return '';
  if (subtype !== WIDGET) return readEntry(pdfium, annotation, 'Contents');
  return form === 0 ? readEntry(pdfium, annotation, 'V') : readField(pdfium, annotation, form);
}

function readField(pdfium: Pdfium, annotation: number, form: number): string {
  const { api } = pdfium;
  const read = (
    call: 'FPDFAnnot_GetFormFieldAlternateName' | 'FPDFAnnot_GetFormFieldName' | 'FPDFAnnot_GetFormFieldValue',
  ) => readString(pdfium, (pointer, bytes) => api[call](form, annotation, pointer, bytes), MAX_STRING_BYTES).trim();
  const value = read('FPDFAnnot_GetFormFieldValue');
  const isButton = BUTTONS.has(api.FPDFAnnot_GetFormFieldType(form, annotation));
  if (value === '' || (isButton && NO_ANSWER.test(value))) return '';
  const name =
    read('FPDFAnnot_GetFormFieldAlternateName') || read('FPDFAnnot_GetFormFieldName').split('.').at(-1) || '';
  return MEANINGLESS_NAME.test(name) ? value : `${name}: ${value}`;
}

function readEntry(pdfium: Pdfium, annotation: number, key: string): string {
  const { api } = pdfium;
  return readString(
    pdfium,
    (pointer, bytes) => api.FPDFAnnot_GetStringValue(annotation, key, pointer, bytes),
    MAX_STRING_BYTES,
  );
}
