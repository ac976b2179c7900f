import { contextBridge, ipcRenderer } from 'electron';
import { quickChannels, type QuickApi, type QuickOrder } from '../../shared/windows/quick-field.ts';

const api: QuickApi = {
  onOrder: (listener) => {
    ipcRenderer.on(quickChannels.order, (_event, order: QuickOrder) => listener(order));
  },
  tell: (message) => ipcRenderer.send(quickChannels.message, message),
};

contextBridge.exposeInMainWorld('quick', api);
