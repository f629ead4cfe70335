import { CFB, utils, write, type BookType, type CellObject } from '@e965/xlsx';

interface CompoundReader {
  read(file: Buffer, options: { type: 'buffer' }): object;
  find(file: object, path: string): { content: Buffer } | null;
}

/** A workbook with two sheets, a date, a number and a comment. */
export function workbook(bookType: BookType): Buffer {
  const expenses = utils.aoa_to_sheet([
    ['Travel', 'Amount', 'Day'],
    ['Hôtel in Zürich', 129.5, 37_772],
  ]);
  (expenses.C2 as CellObject).z = 'dd.mm.yyyy';
  utils.cell_add_comment(expenses.A2 as CellObject, 'receipt is missing', 'Keeper');
  const book = utils.book_new();
  utils.book_append_sheet(book, expenses, 'Expenses');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['日本語', true, 0.25]]), 'Others');
  return write(book, { type: 'buffer', bookType }) as Buffer;
}

/** The stream with the sheets of a workbook of Excel 97. */
export function workbookStream(file: Buffer): Buffer {
  const { find, read } = CFB as CompoundReader;
  const stream = find(read(file, { type: 'buffer' }), '/Workbook');
  if (stream === null) throw new Error('the file has no workbook');
  return Buffer.from(stream.content);
}
