import type { CatDrawing, CatName } from './cats.ts';
import { FIRST_CATS } from './first-cats.ts';
import { FURTHER_CATS } from './further-cats.ts';

export const DRAWINGS: Record<CatName, CatDrawing> = { ...FIRST_CATS, ...FURTHER_CATS };
