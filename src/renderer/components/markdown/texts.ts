export const markdownTexts = {
  copyCode: 'Copy code',
  codeCopied: 'Code copied to clipboard',
  copiedTitle: 'Copied!',
  copyFailure: { title: 'Failed to copy', message: 'Could not copy to clipboard' },
  code: 'code',
  image: (host: string) => `Image on ${host}`,
  openImage: (alt: string, host: string) => `Open the image ${alt ? `“${alt}” ` : ''}on ${host}`,
} as const;
