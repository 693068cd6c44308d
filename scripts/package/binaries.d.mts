export interface BinaryKind {
  readonly system: string;
  readonly processors: readonly string[];
}
export function readBinary(bytes: Buffer): BinaryKind | null;
export function binaryFault(bytes: Buffer, wanted: BinaryKind): string | null;
