import type { LanguageFn } from 'highlight.js';

type Load = () => Promise<{ readonly default: LanguageFn }>;

interface Language {
  readonly load: Load;
  readonly aliases?: readonly string[];
  readonly contains?: readonly string[];
}

/** The known languages. Each is loaded when it is first used. */
export const languages: Readonly<Record<string, Language>> = {
  bash: {
    load: () => import('highlight.js/lib/languages/bash'),
    aliases: ['sh', 'zsh', 'shellscript', 'fish'],
  },
  c: { load: () => import('highlight.js/lib/languages/c'), aliases: ['h'] },
  clojure: { load: () => import('highlight.js/lib/languages/clojure'), aliases: ['clj', 'edn'] },
  cmake: { load: () => import('highlight.js/lib/languages/cmake') },
  cpp: {
    load: () => import('highlight.js/lib/languages/cpp'),
    aliases: ['c++', 'cc', 'cxx', 'hpp', 'h++', 'arduino', 'ino'],
  },
  csharp: { load: () => import('highlight.js/lib/languages/csharp'), aliases: ['c#', 'cs'] },
  css: { load: () => import('highlight.js/lib/languages/css') },
  dart: { load: () => import('highlight.js/lib/languages/dart') },
  diff: { load: () => import('highlight.js/lib/languages/diff'), aliases: ['patch'] },
  dockerfile: {
    load: () => import('highlight.js/lib/languages/dockerfile'),
    aliases: ['docker'],
    contains: ['bash'],
  },
  elixir: { load: () => import('highlight.js/lib/languages/elixir'), aliases: ['ex', 'exs'] },
  erlang: { load: () => import('highlight.js/lib/languages/erlang'), aliases: ['erl'] },
  fsharp: { load: () => import('highlight.js/lib/languages/fsharp'), aliases: ['f#', 'fs'] },
  go: { load: () => import('highlight.js/lib/languages/go'), aliases: ['golang'] },
  graphql: { load: () => import('highlight.js/lib/languages/graphql'), aliases: ['gql'] },
  groovy: { load: () => import('highlight.js/lib/languages/groovy'), aliases: ['gradle'] },
  haskell: { load: () => import('highlight.js/lib/languages/haskell'), aliases: ['hs'] },
  ini: { load: () => import('highlight.js/lib/languages/ini'), aliases: ['toml', 'dotenv', 'conf'] },
  java: { load: () => import('highlight.js/lib/languages/java') },
  javascript: {
    load: () => import('highlight.js/lib/languages/javascript'),
    aliases: ['js', 'jsx', 'mjs', 'cjs', 'node'],
    contains: ['xml', 'css'],
  },
  json: { load: () => import('highlight.js/lib/languages/json'), aliases: ['jsonc', 'json5', 'jsonl'] },
  julia: { load: () => import('highlight.js/lib/languages/julia'), aliases: ['jl'] },
  kotlin: { load: () => import('highlight.js/lib/languages/kotlin'), aliases: ['kt', 'kts'] },
  latex: { load: () => import('highlight.js/lib/languages/latex'), aliases: ['tex'] },
  less: { load: () => import('highlight.js/lib/languages/less') },
  lisp: { load: () => import('highlight.js/lib/languages/lisp'), aliases: ['elisp', 'scheme', 'racket'] },
  lua: { load: () => import('highlight.js/lib/languages/lua') },
  makefile: { load: () => import('highlight.js/lib/languages/makefile'), aliases: ['make', 'mk'] },
  markdown: {
    load: () => import('highlight.js/lib/languages/markdown'),
    aliases: ['md', 'mdx'],
    contains: ['xml'],
  },
  matlab: { load: () => import('highlight.js/lib/languages/matlab'), aliases: ['octave'] },
  nginx: { load: () => import('highlight.js/lib/languages/nginx') },
  nix: { load: () => import('highlight.js/lib/languages/nix') },
  objectivec: {
    load: () => import('highlight.js/lib/languages/objectivec'),
    aliases: ['objc', 'obj-c', 'objective-c', 'mm'],
  },
  ocaml: { load: () => import('highlight.js/lib/languages/ocaml'), aliases: ['ml'] },
  perl: { load: () => import('highlight.js/lib/languages/perl'), aliases: ['pl'] },
  php: { load: () => import('highlight.js/lib/languages/php') },
  powershell: { load: () => import('highlight.js/lib/languages/powershell'), aliases: ['ps1', 'ps', 'pwsh'] },
  protobuf: { load: () => import('highlight.js/lib/languages/protobuf'), aliases: ['proto'] },
  python: { load: () => import('highlight.js/lib/languages/python'), aliases: ['py', 'python3', 'py3'] },
  r: { load: () => import('highlight.js/lib/languages/r') },
  ruby: { load: () => import('highlight.js/lib/languages/ruby'), aliases: ['rb', 'rails'] },
  rust: { load: () => import('highlight.js/lib/languages/rust'), aliases: ['rs'] },
  scala: { load: () => import('highlight.js/lib/languages/scala') },
  scss: { load: () => import('highlight.js/lib/languages/scss'), aliases: ['sass'] },
  shell: {
    load: () => import('highlight.js/lib/languages/shell'),
    aliases: ['console', 'shellsession', 'terminal'],
    contains: ['bash'],
  },
  sql: {
    load: () => import('highlight.js/lib/languages/sql'),
    aliases: ['mysql', 'sqlite', 'postgresql', 'postgres', 'plpgsql', 'pgsql', 'tsql'],
  },
  swift: { load: () => import('highlight.js/lib/languages/swift') },
  typescript: {
    load: () => import('highlight.js/lib/languages/typescript'),
    aliases: ['ts', 'tsx', 'mts', 'cts'],
    contains: ['xml', 'css'],
  },
  vim: { load: () => import('highlight.js/lib/languages/vim'), aliases: ['viml'] },
  wasm: { load: () => import('highlight.js/lib/languages/wasm'), aliases: ['wat'] },
  x86asm: { load: () => import('highlight.js/lib/languages/x86asm'), aliases: ['asm', 'nasm', 'assembly'] },
  xml: {
    load: () => import('highlight.js/lib/languages/xml'),
    aliases: ['html', 'xhtml', 'svg', 'vue', 'svelte', 'rss', 'plist'],
    contains: ['css', 'javascript'],
  },
  yaml: { load: () => import('highlight.js/lib/languages/yaml'), aliases: ['yml'] },
};
