import { zipFile } from './zip-file.js';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const OASIS = 'urn:oasis:names:tc:opendocument:xmlns';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const relations = (id: string, kind: string, target: string): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;

const contentTypes = (parts: readonly (readonly [part: string, type: string])[]): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${parts
    .map(
      ([part, type]) =>
        `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/>`,
    )
    .join('')}</Types>`;

export function wordFile(paragraphs: readonly string[]): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`);
  return zipFile([
    ['[Content_Types].xml', contentTypes([['/word/document.xml', 'wordprocessingml.document']])],
    ['_rels/.rels', relations('r1', 'officeDocument', 'word/document.xml')],
    [
      'word/document.xml',
      `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`,
    ],
  ]);
}

export function spreadsheetFile(sheet: string, rows: readonly (readonly (number | string)[])[]): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const cell = (value: number | string, row: number, column: number): string => {
    const place = `${String.fromCharCode(65 + column)}${row + 1}`;
    return typeof value === 'number'
      ? `<c r="${place}"><v>${value}</v></c>`
      : `<c r="${place}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  };
  const lines = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((value, column) => cell(value, row, column)).join('')}</row>`,
  );
  return zipFile([
    [
      '[Content_Types].xml',
      contentTypes([
        ['/xl/workbook.xml', 'spreadsheetml.sheet'],
        ['/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
      ]).replace('worksheet.main+xml', 'worksheet+xml'),
    ],
    ['_rels/.rels', relations('r1', 'officeDocument', 'xl/workbook.xml')],
    ['xl/_rels/workbook.xml.rels', relations('r1', 'worksheet', 'worksheets/sheet1.xml')],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ],
    [
      'xl/worksheets/sheet1.xml',
      `${XML}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
    ],
  ]);
}

export function openDocumentText(paragraphs: readonly string[]): Buffer {
  const type = 'application/vnd.oasis.opendocument.text';
  const body = paragraphs.map((text) => `<text:p>${escaped(text)}</text:p>`).join('');
  return zipFile([
    ['mimetype', type],
    [
      'META-INF/manifest.xml',
      `${XML}<manifest:manifest xmlns:manifest="${OASIS}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    ],
    [
      'content.xml',
      `${XML}<office:document-content xmlns:office="${OASIS}:office:1.0" xmlns:text="${OASIS}:text:1.0" office:version="1.3"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ],
  ]);
}
