import { CodeBlock } from './code/CodeBlock.tsx';
import { DiagramBlock } from './diagram/DiagramBlock.tsx';

interface CodeProps {
  readonly language: string;
  readonly text: string;
  readonly isOpen: boolean;
}

/** A block of code; one that describes a diagram can be shown as one. */
export function Code(props: CodeProps) {
  if (props.language.toLowerCase() !== 'mermaid') return <CodeBlock {...props} />;
  return <DiagramBlock source={props.text} isOpen={props.isOpen} />;
}
