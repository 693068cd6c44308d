import { CodeBlock } from './code/CodeBlock.tsx';
import { DiagramBlock } from './diagram/DiagramBlock.tsx';

interface CodeOrDiagramProps {
  readonly language: string;
  readonly text: string;
  readonly isOpen: boolean;
}

export function CodeOrDiagram(props: CodeOrDiagramProps) {
  if (props.language.toLowerCase() !== 'mermaid') return <CodeBlock {...props} />;
  return <DiagramBlock source={props.text} isOpen={props.isOpen} />;
}
