import { readString, type Pdfium } from './pdfium.js';

const BUTTONS = new Set([1, 2, 3]); // push button, check box, radio button
const NO_ANSWER = /^(off|on|yes|no|true|false|choice\d*|\d*)$/i;
// Names that programs give: `Text1`, `f1_01[0]`, `undefined_2`.
const MEANINGLESS_NAME = /[[\]#]|^(text|textbox|textfield|field|fill|form|untitled|undefined|f)?[\W_\d]*$/i;
const MAX_STRING_BYTES = 2_000_000;

interface Field {
  value: string;
  isButton: boolean;
  /** Asked for when there is a value. */
  name: () => string;
}

/** The value of a form field with its name, if that says something; `form` is 0 when the form cannot be asked. */
export function readField(pdfium: Pdfium, widget: number, form: number): string {
  const { value, isButton, name } = isWhole(pdfium, widget)
    ? ownField(pdfium, widget)
    : form === 0
      ? { ...ownField(pdfium, widget), name: () => '' }
      : fieldOfForm(pdfium, widget, form);
  if (value === '' || (isButton && NO_ANSWER.test(value))) return '';
  const label = name();
  return MEANINGLESS_NAME.test(label) ? value : `${label}: ${value}`;
}

export function readEntry(pdfium: Pdfium, annotation: number, key: string): string {
  return readString(
    pdfium,
    (pointer, bytes) => pdfium.api.FPDFAnnot_GetStringValue(annotation, key, pointer, bytes),
    MAX_STRING_BYTES,
  );
}

/**
 * Most fields are the widget itself. To look one up in the form, pdfium builds a tree of all fields, for which it
 * needs 30 seconds when there are 16,000, and four times as long for twice as many.
 */
function isWhole({ api }: Pdfium, widget: number): boolean {
  const has = (key: string) => api.FPDFAnnot_HasKey(widget, key);
  return has('T') && has('FT') && !has('Parent') && !has('Opt');
}

function ownField(pdfium: Pdfium, widget: number): Field {
  const read = (key: string) => readEntry(pdfium, widget, key).trim();
  const isButton = read('FT') === 'Btn';
  return {
    value: (isButton && read('AS')) || read('V'),
    isButton,
    name: () => read('TU') || (read('T').split('.').at(-1) ?? ''),
  };
}

function fieldOfForm(pdfium: Pdfium, widget: number, form: number): Field {
  const { api } = pdfium;
  const read = (
    call: 'FPDFAnnot_GetFormFieldAlternateName' | 'FPDFAnnot_GetFormFieldName' | 'FPDFAnnot_GetFormFieldValue',
  ) => readString(pdfium, (pointer, bytes) => api[call](form, widget, pointer, bytes), MAX_STRING_BYTES).trim();
  return {
    value: read('FPDFAnnot_GetFormFieldValue'),
    isButton: BUTTONS.has(api.FPDFAnnot_GetFormFieldType(form, widget)),
    name: () =>
      read('FPDFAnnot_GetFormFieldAlternateName') || (read('FPDFAnnot_GetFormFieldName').split('.').at(-1) ?? ''),
  };
}
