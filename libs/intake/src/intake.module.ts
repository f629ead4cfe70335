import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents';
import { IntakeFileRepository } from './intake-file.repository.js';
import { TakeFile } from './take-file.js';

@Module({ imports: [DocumentsModule], providers: [IntakeFileRepository, TakeFile], exports: [TakeFile] })
export class IntakeModule {}
