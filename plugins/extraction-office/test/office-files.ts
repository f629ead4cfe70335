import { zip, type ZipPart } from '../../../test/support/zip.js';

const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOC = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument';

const relations = (...targets: [id: string, kind: string, target: string][]): string =>
  `<Relationships xmlns="${RELS}">${targets
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${DOC}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const types = (...overrides: [part: string, type: string][]): ZipPart => ({
  name: '[Content_Types].xml',
  content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Default Extension="xml" ContentType="application/xml"/>
    ${overrides.map(([part, type]) => `<Override PartName="${part}" ContentType="${MAIN}.${type}+xml"/>`).join('')}</Types>`,
});

export function docxParts(body: string): ZipPart[] {
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return [
    types(['/word/document.xml', 'wordprocessingml.document.main'], ['/word/header1.xml', 'wordprocessingml.header']),
    { name: '_rels/.rels', content: relations(['r1', 'officeDocument', 'word/document.xml']) },
    { name: 'word/_rels/document.xml.rels', content: relations(['r1', 'header', 'header1.xml']) },
    { name: 'word/document.xml', content: `<w:document ${w}><w:body>${body}</w:body></w:document>` },
    { name: 'word/header1.xml', content: `<w:hdr ${w}><w:p><w:r><w:t>Letterhead</w:t></w:r></w:p></w:hdr>` },
  ];
}

export const paragraph = (...runs: string[]): string =>
  `<w:p>${runs.map((run) => `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`).join('')}</w:p>`;

export const docx = (): Buffer => zip(docxParts(paragraph('Invo', 'ice number 4711') + paragraph('Grüße aus Köln')));

export function xlsx(): Buffer {
  const s = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return zip([
    types(['/xl/workbook.xml', 'spreadsheetml.sheet.main'], ['/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet']),
    { name: '_rels/.rels', content: relations(['r1', 'officeDocument', 'xl/workbook.xml']) },
    { name: 'xl/_rels/workbook.xml.rels', content: relations(['r1', 'worksheet', 'worksheets/sheet1.xml']) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${s} xmlns:r="${DOC}"><sheets><sheet name="Travel" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet ${s}><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Hotel</t></is></c><c r="B1"><v>129.5</v></c></row></sheetData></worksheet>`,
    },
  ]);
}

export function pptxParts(): ZipPart[] {
  const a = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const p = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
  const words = (text: string): string => `<p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody>`;
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>${words('Quarterly plan')}</p:sp>`;
  return [
    types(
      ['/ppt/presentation.xml', 'presentationml.presentation.main'],
      ['/ppt/slides/slide1.xml', 'presentationml.slide'],
    ),
    { name: '_rels/.rels', content: relations(['r1', 'officeDocument', 'ppt/presentation.xml']) },
    { name: 'ppt/_rels/presentation.xml.rels', content: relations(['r1', 'slide', 'slides/slide1.xml']) },
    {
      name: 'ppt/presentation.xml',
      content: `<p:presentation ${p} xmlns:r="${DOC}"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/slides/slide1.xml',
      content: `<p:sld ${p} ${a}><p:cSld><p:spTree>${shape}</p:spTree></p:cSld></p:sld>`,
    },
    { name: 'ppt/charts/chart1.xml', content: `<c:chart><c:v>Northern&amp;</c:v><a:t>Turnover</a:t></c:chart>` },
  ];
}

export const pptx = (): Buffer => zip(pptxParts());

export function openDocument(kind: string, body: string, more: readonly ZipPart[] = []): Buffer {
  return zip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: 'content.xml',
      content: `<office:document-content><office:body>${body}</office:body></office:document-content>`,
    },
    { name: 'META-INF/manifest.xml', content: '<manifest:manifest/>' },
    ...more,
  ]);
}

export const odt = (): Buffer =>
  openDocument(
    'text',
    '<office:text><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:p>Rent<text:s text:c="2"/>for <text:span>Ma</text:span>y &amp; June</text:p><table:table><table:table-row><table:table-cell><text:list><text:list-item><text:p>first</text:p></text:list-item></text:list></table:table-cell></table:table-row></table:table></office:text>',
    [{ name: 'styles.xml', content: '<style:footer><text:p>page foot</text:p></style:footer>' }],
  );
export const ods = (): Buffer =>
  openDocument(
    'spreadsheet',
    '<office:spreadsheet><table:table table:name="One"><table:table-row><table:table-cell><text:p>apples</text:p></table:table-cell></table:table-row></table:table><table:table table:name="Two"><table:table-row table:number-rows-repeated="1048576"><table:table-cell><text:p>pears</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
  );
export const odp = (): Buffer =>
  openDocument(
    'presentation',
    '<office:presentation><draw:page draw:name="Start"><text:p>welcome</text:p></draw:page><draw:page draw:name="End"><text:p>goodbye</text:p></draw:page></office:presentation>',
  );
export const rtf = (): Buffer =>
  Buffer.from("{\\rtf1\\ansi\\ansicpg1252 {\\b Lease} agreement M\\'fcller\\par}", 'latin1');

/** Sheets by name with their rows, and other parts by their names. */
export function workbook(sheets: Record<string, string>, more: Record<string, string> = {}, attributes = ''): Buffer {
  const names = Object.keys(sheets);
  return zip([
    {
      name: 'xl/workbook.xml',
      content: `<workbook><workbookPr ${attributes}/><sheets>${names.map((name, at) => `<sheet name="${name}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        ['strings', 'sharedStrings', 'sharedStrings.xml'],
        ['styles', 'styles', '/xl/styles.xml'],
        ...names.map((_, at): [string, string, string] => [`r${at}`, 'worksheet', `worksheets/s${at}.xml`]),
      ),
    },
    ...names.map((name, at) => ({
      name: `xl/worksheets/s${at}.xml`,
      content: `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${sheets[name] ?? ''}</sheetData></worksheet>`,
    })),
    ...Object.entries(more).map(([name, content]) => ({ name, content })),
  ]);
}
