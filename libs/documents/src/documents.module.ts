import { Module } from '@nestjs/common';

import { TagsModule } from '#libs/tags';
import { DocumentRepository } from './document.repository.js';
import { DocumentTexts } from './document-texts.js';
import { ListDocuments } from './list-documents.js';
import { ReadDocument } from './read-document.js';
import { TagDocument } from './tag-document.js';
import { TrashDocument } from './trash-document.js';
import { UpdateDocument } from './update-document.js';
import { UploadDocument } from './upload-document.js';

const verbs = [DocumentTexts, ListDocuments, ReadDocument, TagDocument, TrashDocument, UpdateDocument, UploadDocument];

@Module({ imports: [TagsModule], providers: [DocumentRepository, ...verbs], exports: verbs })
export class DocumentsModule {}
