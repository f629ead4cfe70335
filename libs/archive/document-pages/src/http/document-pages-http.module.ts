import { Module } from '@nestjs/common';
import { DocumentPagesModule } from '#archive/document-pages';
import { DocumentPagesController } from './document-pages.controller.js';

@Module({ imports: [DocumentPagesModule], controllers: [DocumentPagesController] })
export class DocumentPagesHttpModule {}
