import { describe, expect, it } from '@jest/globals';
import { xmlText } from './xml-text.js';

describe('the text of an XML file', () => {
  it.each([
    ['elements, one below the other', '<a><name>Jan</name><zip>50667</zip></a>', 'Jan\n50667'],
    ['a part of a word in an element of its own', '<p>un<em>believ</em>able</p>', 'unbelievable'],
    ['empty elements between words', '<p>one<br/><br/>two</p>', 'one\ntwo'],
    ['entities, also by number', '<p>a &amp; b &#8364; &#x41;</p>', 'a & b € A'],
    ['characters that are not parsed', '<p><![CDATA[5 < 6 & more]]></p>', '5 < 6 & more'],
    ['comments and instructions', '<?xml version="1.0"?><!-- no --><p>yes<?php no ?></p>', 'yes'],
    [
      'values for readers',
      '<r xmlns="urn:x"><item id="i7" title="A &quot;map&quot;">of 1848</item></r>',
      'A "map"\nof 1848',
    ],
    ['nothing but values', '<r xmlns:x="urn:x"><a from="Jan" to="Eva"/></r>', 'Jan\nEva'],
    ['no words at all', '<a><b/></a>', ''],
    ['a script, which is an element like others', '<a><script>words</script><title>more</title></a>', 'words\nmore'],
  ])('the text of an XML file has %s', (_, xml, text) => {
    expect(xmlText(xml)).toBe(text);
  });

  it('elements are omitted by their name', () => {
    const book = '<FictionBook><p>words</p><binary id="a">/9j/4AAQ</binary><p l:href="#a">more</p></FictionBook>';
    expect(xmlText(book, { hidden: new Set(['binary']), hasAttributes: false })).toBe('words\nmore');
  });

  it('entities that the file declares are not expanded, and nothing is loaded', () => {
    const names = 'abcdefghij'.split('');
    const laughs = names.map((name, at) => `<!ENTITY ${name} "${at === 0 ? 'ha' : `&${names[at - 1]};`.repeat(10)}">`);
    const xml = `<!DOCTYPE x [${laughs.join('\n')}<!ENTITY f SYSTEM "file:///etc/passwd">]>\n<x>word &j; &f;</x>`;
    expect(xmlText(xml)).toMatch(/^word[^]{0,20}$/);
    expect(xmlText('<!DOCTYPE x [<!ENTITY a "b">')).toBe('');
  });

  it.each(['<a>', '<a b="', "<a b='", '<!--', '<![CDATA[', '<!DOCTYPE [', ']>', '<?', '&', '&#', '</', '<a/>x'])(
    'an XML file is read in a time proportional to its length when it is 300,000 times %s',
    (piece) => {
      expect(xmlText(piece.repeat(300_000))).toBeDefined();
    },
  );
});
