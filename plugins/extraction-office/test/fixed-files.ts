import { zip, type ZipPart } from '../../../test/support/zip.js';

/** An XPS file of these pages, each given by its content, in UTF-16 as Windows writes it. */
export function xps(...pages: string[]): Buffer {
  const utf16 = (xml: string): Buffer => Buffer.from(`\ufeff${xml}`, 'utf16le');
  const references = pages.map((_, at) => `<PageContent Source="Pages/${at + 1}.fpage"></PageContent>`).join('');
  return zip([
    { name: 'FixedDocSeq.fdseq', content: utf16('<DocumentReference Source="/Documents/1/FixedDoc.fdoc"/>') },
    { name: 'Documents/1/FixedDoc.fdoc', content: utf16(`<FixedDocument>${references}</FixedDocument>`) },
    ...pages.map((page, at) => ({
      name: `Documents/1/Pages/${at + 1}.fpage`,
      content: utf16(`<FixedPage Width="816" Height="1056">${page}</FixedPage>`),
    })),
  ]);
}

/** A run of letters, each half as wide as it is high. */
export function glyphs(text: string, x: number, y: number, more = ''): string {
  const indices = Array.from(text, () => '7,50').join(';');
  return `<Glyphs FontRenderingEmSize="10" OriginX="${x}" OriginY="${y}" UnicodeString="${text}" Indices="${indices}" ${more}/>`;
}

export function vsdx(pages: Record<string, string>, more: readonly ZipPart[] = []): Buffer {
  const names = Object.keys(pages);
  const relations = names
    .map((_, at) => `<Relationship Id="r${at}" Type="x/page" Target="page${at + 1}.xml"/>`)
    .join('');
  return zip([
    { name: 'visio/document.xml', content: '<VisioDocument/>' },
    {
      name: 'visio/pages/pages.xml',
      content: `<Pages>${names.map((name, at) => `<Page Name="${name}"><Rel r:id="r${at}"/></Page>`).join('')}</Pages>`,
    },
    { name: 'visio/pages/_rels/pages.xml.rels', content: `<Relationships>${relations}</Relationships>` },
    ...names.map((name, at) => ({ name: `visio/pages/page${at + 1}.xml`, content: pages[name] ?? '' })),
    ...more,
  ]);
}
