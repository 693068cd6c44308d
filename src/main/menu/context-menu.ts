import {
  Menu,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
  type SharingItem,
  type WebContents,
} from 'electron';
import { externalUrl } from '../../shared/domain/external-url.ts';
import { openExternal } from '../window/external.ts';
import { system } from './template.ts';
import { contextMenuTexts as texts } from './texts.ts';

type Point = Pick<
  ContextMenuParams,
  | 'dictionarySuggestions'
  | 'editFlags'
  | 'isEditable'
  | 'linkURL'
  | 'mediaType'
  | 'misspelledWord'
  | 'selectionText'
  | 'srcURL'
>;

interface Actions {
  readonly replaceWord: (word: string) => void;
  readonly learnWord: (word: string) => void;
  readonly openLink: (url: string) => void;
  readonly copyImage: () => void;
  readonly saveImage: () => void;
}

/** Excludes `blob:` URLs, which Electron cannot download because only the page can read them. */
const canDownload = (url: string): boolean => /^(?:app|https|data):/i.test(url);

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The content for the share menu of macOS: the selected text, otherwise the link. Null if there is neither. */
function sharingItem({ selectionText, linkURL }: Point): SharingItem | null {
  const text = selectionText.trim();
  if (text !== '') return { texts: [text] };
  return externalUrl(linkURL) === null ? null : { urls: [linkURL] };
}

/** Returns the context menu for this point of the page. It may be empty. */
export function contextMenuTemplate(
  point: Point,
  actions: Actions,
  platform: NodeJS.Platform = process.platform,
): MenuItemConstructorOptions[] {
  const { editFlags, isEditable, misspelledWord } = point;
  const spelling: MenuItemConstructorOptions[] =
    isEditable && misspelledWord !== ''
      ? [
          ...point.dictionarySuggestions
            .slice(0, 5)
            .map((word) => ({ label: word, click: () => actions.replaceWord(word) })),
          { label: texts.learnWord, click: () => actions.learnWord(misspelledWord) },
        ]
      : [];
  const link: MenuItemConstructorOptions[] =
    externalUrl(point.linkURL) === null
      ? []
      : [{ label: texts.openLink, click: () => actions.openLink(point.linkURL) }];
  const image: MenuItemConstructorOptions[] =
    point.mediaType === 'image'
      ? [
          { label: texts.copyImage, click: () => actions.copyImage() },
          ...(canDownload(point.srcURL)
            ? [{ label: texts.saveImage, click: () => actions.saveImage() }]
            : []),
        ]
      : [];
  const text: MenuItemConstructorOptions[] = isEditable
    ? [
        { ...system('cut'), enabled: editFlags.canCut },
        { ...system('copy'), enabled: editFlags.canCopy },
        { ...system('paste'), enabled: editFlags.canPaste },
        { ...system('selectAll'), enabled: editFlags.canSelectAll },
      ]
    : point.selectionText.trim() === ''
      ? []
      : [system('copy')];
  const shared = platform === 'darwin' ? sharingItem(point) : null;
  const share: MenuItemConstructorOptions[] = shared
    ? [{ role: 'shareMenu', label: texts.share, sharingItem: shared }]
    : [];
  return [spelling, link, image, text, share]
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [separator, ...group]));
}

/** Adds a context menu, because Electron has none. */
export function offerContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, point) => {
    const template = contextMenuTemplate(point, {
      replaceWord: (word) => contents.replaceMisspelling(word),
      learnWord: (word) => void contents.session.addWordToSpellCheckerDictionary(word),
      openLink: (url) => void openExternal(url).catch(() => undefined),
      copyImage: () => contents.copyImageAt(point.x, point.y),
      // Electron asks the user where to save the image.
      saveImage: () => contents.downloadURL(point.srcURL),
    });
    if (template.length > 0) Menu.buildFromTemplate(template).popup();
  });
}
