import { Module } from '@nestjs/common';
import { DocumentCodesModule } from '#automation/document-codes';
import { CodeSettingsController } from './code-settings.controller.js';
import { DocumentCodesController } from './document-codes.controller.js';

@Module({ imports: [DocumentCodesModule], controllers: [CodeSettingsController, DocumentCodesController] })
export class DocumentCodesHttpModule {}
