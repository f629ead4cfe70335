// Loaded first: CommonJS packages that require Nest need Nest in the module cache.
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
