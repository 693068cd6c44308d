import '../fonts.css';
import '../tokens.css';
import '../base.css';
import { createRoot } from 'react-dom/client';
import { Specimen } from './Specimen.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<Specimen />);
