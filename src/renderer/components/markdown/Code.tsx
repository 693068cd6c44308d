import { CodeBlock } from './code/CodeBlock.tsx';
import { DiagramBlock } from './diagram/DiagramBlock.tsx';

interface CodeProps {
  readonly language: string;
  readonly text: string;
  readonly isOpen: boolean;
}

export function Code(props: CodeProps) {
  if (props.language.toLowerCase() !== 'mermaid') return <CodeBlock {...props} />;
  return <DiagramBlock source={props.text} isOpen={props.isOpen} />;
}
