import { useEffect, useRef, useState } from 'react';
import { languages } from '../../../../../shared/domain/languages.ts';
import type { RecognizerFiles, RecognizerModel } from '../../../../../shared/recognizer.ts';
import { Button } from '../../../../components/Button.tsx';
import { SelectField } from '../../../../components/SelectField.tsx';
import { shownLanguage } from '../../../../lib/language.ts';
import { LoadFailure } from '../../../../lib/load-module.ts';
import { useConfig } from '../../../../lib/use-config.ts';
import { useChatEngine } from '../../chat-context.ts';
import type { AttachedImage } from '../attachment.ts';
import { fileSize } from '../file-size.ts';
import { FileRefused } from '../reading/refusal.ts';
import { extractText } from './extract-text.ts';
import styles from './ExtractText.module.css';
import { recognizerFiles } from './files.ts';
import type { RecognitionProgress } from './recognize.ts';
import { recognitionTexts as texts } from './texts.ts';

interface ExtractTextProps {
  readonly draftKey: string;
  readonly file: AttachedImage;
  /** Called with the path of the document that has replaced the image. */
  readonly onExtracted: (path: string) => void;
}

/** Offers to recognize the text of an unsent image. Nothing is loaded before the user presses the button. */
export function ExtractText(props: ExtractTextProps) {
  const config = useConfig();
  if (!recognizerFiles || !config || config.recognizesText === false) return null;
  return <Offer {...props} files={recognizerFiles} />;
}

const messageOf = (error: unknown): string =>
  error instanceof FileRefused || error instanceof LoadFailure ? error.message : texts.failed;

function Offer({
  draftKey,
  file,
  files,
  onExtracted,
}: ExtractTextProps & { readonly files: RecognizerFiles }) {
  const engine = useChatEngine();
  const [language, setLanguage] = useState<string>(shownLanguage);
  const [progress, setProgress] = useState<RecognitionProgress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const model = files.models.find((each) => each.language === language) ?? files.models[0];
  if (!model) return null;
  const extract = async () => {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    // Before the images are read, so that a second press cancels instead of starting again.
    setProgress({ step: 'downloading', done: 0, total: bytesOf(files, model) });
    try {
      const path = await extractText(engine, draftKey, file, {
        files,
        model,
        signal: controller.signal,
        onProgress: setProgress,
      });
      if (path !== null) onExtracted(path);
    } catch (error) {
      if (!controller.signal.aborted) setFailure(messageOf(error));
    }
    setProgress(null);
  };
  return (
    <div className={styles.extract}>
      {progress ? (
        <span>{describe(progress)}</span>
      ) : (
        <SelectField
          name="language"
          label={texts.language}
          options={files.models.map((each) => ({ value: each.language, label: languages[each.language] }))}
          value={model.language}
          onChoose={setLanguage}
        />
      )}
      {/* A single button keeps the focus when its action changes. */}
      <Button look="outlined" onClick={() => (progress ? running.current?.abort() : void extract())}>
        {progress ? texts.cancel : texts.extract}
      </Button>
      {!progress && (
        <p className={styles.note}>
          {file.scan ? texts.scan : texts.image}
          {!files.isInstalled &&
            ` ${texts.download({ size: fileSize(bytesOf(files, model)), host: location.host })}`}
        </p>
      )}
      {failure !== null && (
        <p className={styles.note} role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}

const bytesOf = ({ engine }: RecognizerFiles, model: RecognizerModel): number => engine.bytes + model.bytes;

function describe({ step, done, total }: RecognitionProgress): string {
  return step === 'downloading'
    ? texts.downloading({ done: fileSize(done), total: fileSize(total) })
    : texts.recognizing({ done, total });
}
