import { readEntry, readField } from './form-field.js';
import type { Pdfium } from './pdfium.js';

const FREE_TEXT = 3;
const STAMP = 13;
const POPUP = 16;
const FILE = 17;
const WIDGET = 20;
/** Annotations whose appearance may have words, and those that are not known: other ones are lines and icons. */
const WITH_WORDS = new Set([0, FREE_TEXT, STAMP, WIDGET, 24 /* watermark */]);
const MAX_ANNOTATIONS = 5000;
/** pdfium needs a second to make 5,000 appearances part of a page, and ten for 20,000. */
const MAX_APPEARANCES = 2000;
const HIDDEN = 2;

export interface PageNotes {
  /** Values of form fields, with their names, and contents of notes, each once. */
  texts: string[];
  /** Contents of stamps, and of lines with a caption: their words are on the page as well if it shows them. */
  maybeShown: string[];
  /** Whether stamps, signatures and fields show words that are in none of `texts`; `none` if these cannot be taken. */
  appearances: 'none' | 'some' | 'too-many';
  /** Places of the annotations not to show when the appearances are taken: those that were read, and check marks. */
  toHide: readonly number[];
  /** Places of the annotations that are a file. */
  files: readonly number[];
}

/** Reads the annotations of a page, and finds out whether they show what can be read nowhere else. */
export function readNotes(pdfium: Pdfium, page: number, form: number): PageNotes {
  const { api } = pdfium;
  const count = api.FPDFPage_GetAnnotCount(page);
  const usableForm = count > MAX_ANNOTATIONS ? 0 : form;
  const texts = new Set<string>();
  const maybeShown = new Set<string>();
  const toHide: number[] = [];
  const files: number[] = [];
  let showsMore = false;
  for (let index = 0; index < Math.min(count, MAX_ANNOTATIONS); index++) {
    const annotation = api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = api.FPDFAnnot_GetSubtype(annotation);
    const note = readNote(pdfium, annotation, { subtype, form: usableForm }).trim();
    if (subtype === FILE) files.push(index);
    const mayHaveWords = WITH_WORDS.has(subtype);
    const isOnPage = subtype === STAMP || (!mayHaveWords && api.FPDFAnnot_HasKey(annotation, 'AP'));
    if (note !== '') (isOnPage ? maybeShown : texts).add(note);
    if (mayHaveWords) {
      // The appearance of a check box or a radio button depends on its state, `AS`.
      const isRead = (note !== '' && subtype !== STAMP) || api.FPDFAnnot_HasKey(annotation, 'AS');
      if (isRead) toHide.push(index);
      else showsMore ||= hasAppearance(pdfium, annotation);
    }
    api.FPDFPage_CloseAnnot(annotation);
  }
  const appearances = !showsMore ? 'none' : count > MAX_APPEARANCES ? 'too-many' : 'some';
  return { texts: [...texts], maybeShown: [...maybeShown], appearances, toHide, files };
}

function readNote(pdfium: Pdfium, annotation: number, { subtype, form }: { subtype: number; form: number }): string {
  if (subtype === POPUP) return '';
  return subtype === WIDGET ? readField(pdfium, annotation, form) : readEntry(pdfium, annotation, 'Contents');
}

/** Empty fields have an appearance, too, with nothing in it. */
function hasAppearance({ api }: Pdfium, annotation: number): boolean {
  const isShown = (api.FPDFAnnot_GetFlags(annotation) & HIDDEN) === 0;
  return isShown && api.FPDFAnnot_HasKey(annotation, 'AP') && api.FPDFAnnot_GetObjectCount(annotation) > 0;
}

/** Whether the page has fields without an appearance; never when it has more annotations than are looked at. */
export function hasUndrawnFields({ api }: Pdfium, page: number): boolean {
  const count = api.FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < count && count <= MAX_APPEARANCES; index++) {
    const annotation = api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const isUndrawn =
      api.FPDFAnnot_GetSubtype(annotation) === WIDGET &&
      (!api.FPDFAnnot_HasKey(annotation, 'AP') || api.FPDFAnnot_GetObjectCount(annotation) === 0);
    api.FPDFPage_CloseAnnot(annotation);
    if (isUndrawn) return true;
  }
  return false;
}
