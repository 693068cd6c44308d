// The style sheets of the Mantine parts that the chat uses, one by one: the whole would be four times as heavy.
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
