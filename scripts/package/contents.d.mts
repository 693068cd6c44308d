export interface PackedFile {
  readonly name: string;
  readonly size: number;
  readonly isUnpacked: boolean;
  readonly hasIntegrity: boolean;
  /** Of the content. */
  readonly hash: string;
}
export function mayContain(name: string): boolean;
export const sizeLimit: number;
export function listArchive(archive: string): PackedFile[];
export function faultsOf(files: readonly PackedFile[]): string[];
export function extractArchive(resources: string, directory: string): string;
export function archiveSize(archive: string): number;
