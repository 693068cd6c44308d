import { LoadFailure, loadModule } from '../../../../../lib/load-module.ts';
import type { RecognitionReply, RecognitionRequest } from './protocol.ts';

/** The parts of tesseract.js-core that are used here. */
interface Tesseract {
  readonly FS: { readonly writeFile: (path: string, content: Uint8Array) => void };
  readonly TessBaseAPI: new () => {
    /** Returns 0 if the model was loaded. */
    readonly Init: (folder: null, model: string, mode: number) => number;
    readonly SetPageSegMode: (mode: number) => void;
    /** Reads `/input`. Returns 1 if it is not an image. */
    readonly SetImageFile: (orientation: number, angle: number) => number;
    readonly GetUTF8Text: () => string;
  };
}
interface TesseractScript {
  readonly default: (options: {
    readonly wasmBinary: Uint8Array;
    readonly print: () => void;
    readonly printErr: () => void;
  }) => Promise<Tesseract>;
}

/** Only this mode works with the models. */
const neuralNetwork = 1;
/** Finds columns and paragraphs. */
const automaticLayout = 3;

export async function serveRecognition(
  { script, engine, model, name, images }: RecognitionRequest,
  reply: (message: RecognitionReply) => void,
): Promise<void> {
  try {
    const { default: start } = await loadModule<TesseractScript>(() => import(/* @vite-ignore */ script));
    const silent = () => {};
    const tesseract = await start({ wasmBinary: await unpack(engine), print: silent, printErr: silent });
    tesseract.FS.writeFile(`${name}.traineddata`, await unpack(model));
    const recognizer = new tesseract.TessBaseAPI();
    if (recognizer.Init(null, name, neuralNetwork) !== 0) throw new Error('The model could not be read.');
    recognizer.SetPageSegMode(automaticLayout);
    for (const image of images) {
      tesseract.FS.writeFile('/input', new Uint8Array(await image.arrayBuffer()));
      if (recognizer.SetImageFile(1, 0) === 1) throw new Error('The image could not be read.');
      reply({ kind: 'text', text: recognizer.GetUTF8Text() });
    }
  } catch (error) {
    reply({ kind: error instanceof LoadFailure ? 'unloaded' : 'failed' });
  }
}

async function unpack(file: Blob): Promise<Uint8Array> {
  const unpacked = file.stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
