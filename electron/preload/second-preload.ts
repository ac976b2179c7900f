import { contextBridge, ipcRenderer } from 'electron';
import { secondChannel, type SecondApi, type SecondPicture } from '../../shared/windows/window-states.ts';

const api: SecondApi = {
  onShow: (listener) => {
    ipcRenderer.on(secondChannel, (_event, picture: SecondPicture) => listener(picture));
  },
};

contextBridge.exposeInMainWorld('second', api);
